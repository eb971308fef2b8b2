import { preferences } from "./preferences.svelte";

// Short tones, made here so that nothing is downloaded. Off until the person turns sound on. There is none for a loss.

interface Tone {
  from: number;
  to: number;
  seconds: number;
  shape: OscillatorType;
  /** Seconds after the first. */
  after?: number;
}

const TONES = {
  chip: [{ from: 1900, to: 1250, seconds: 0.05, shape: "triangle" }],
  card: [{ from: 520, to: 240, seconds: 0.07, shape: "sawtooth" }],
  turn: [{ from: 660, to: 880, seconds: 0.18, shape: "sine" }],
  // A major chord, one note after the other.
  win: [
    { from: 523, to: 523, seconds: 0.22, shape: "sine" },
    { from: 659, to: 659, seconds: 0.22, shape: "sine", after: 0.09 },
    { from: 784, to: 784, seconds: 0.4, shape: "sine", after: 0.18 },
  ],
} satisfies Record<string, Tone[]>;

let context: AudioContext | null = null;

export function sound(name: keyof typeof TONES): void {
  if (!preferences.sound) return;
  try {
    context ??= new AudioContext();
    for (const tone of TONES[name]) play(context, tone);
  } catch {
    // A browser without audio plays on in silence.
  }
}

function play(context: AudioContext, { from, to, seconds, shape, after = 0 }: Tone): void {
  const start = context.currentTime + after;
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
}
