import { preferences } from "./preferences.svelte";

// Three short tones, made here so that nothing is downloaded. Off until the person turns sound on.

const TONES = {
  chip: { from: 1900, to: 1250, seconds: 0.05, shape: "triangle" },
  card: { from: 520, to: 240, seconds: 0.07, shape: "sawtooth" },
  turn: { from: 660, to: 880, seconds: 0.18, shape: "sine" },
} as const;

let context: AudioContext | null = null;

export function sound(name: keyof typeof TONES): void {
  if (!preferences.sound) return;
  try {
    context ??= new AudioContext();
    const { from, to, seconds, shape } = TONES[name];
    const start = context.currentTime;
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.type = shape;
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, start + seconds);
    loudness.gain.setValueAtTime(0.06, start);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + seconds);
  } catch {
    // A browser without audio plays on in silence.
  }
}
