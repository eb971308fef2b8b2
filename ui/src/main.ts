import { mount } from "svelte";
import App from "./App.svelte";
import { loadGames } from "./games";
import "./look/index.css";

const target = document.getElementById("app");
if (target === null) throw new Error("no #app");
void loadGames().then(() => mount(App, { target }));
