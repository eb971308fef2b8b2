import { mount } from "svelte";
import App from "./App.svelte";
import "./look/index.css";

const target = document.getElementById("app");
if (target === null) throw new Error("no #app");
mount(App, { target });
