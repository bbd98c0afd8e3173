// Sounds, made here: no files. Off until allowed; nothing is told by sound alone.
import { setting } from "./settings.js";

let context;
let noise;

function ready() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume(); // a browser lets a page sound once it was touched
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const data = noise.getChannelData(0);
    for (let n = 0; n < data.length; n += 1) data[n] = Math.random() * 2 - 1;
  }
  return context;
}

// A tone that dies away; it may slide to another.
function tone(at, { from, to = from, length, loud = 0.3, shape = "sine" }) {
  const source = new OscillatorNode(context, { type: shape, frequency: from });
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  through(source, at, length, loud);
}

// A breath of noise, as through a hole of some size.
function breath(at, { pitch, width = 1, length, loud = 0.3 }) {
  const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: width });
  source.connect(filter);
  through(source, at, length, loud, filter);
}

function through(source, at, length, loud, last = source) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud * volume(), at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  last.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length + 0.05);
}

const volume = () => Math.max(0.0002, Number(setting("volume")) / 100);

const SOUNDS = {
  card: (at) => breath(at, { pitch: 2600, width: 0.8, length: 0.09, loud: 0.35 }),
  die: (at) => [0, 0.07, 0.13, 0.24].forEach((late, n) => breath(at + late, { pitch: 1500 - 150 * n, width: 6, length: 0.05, loud: 0.8 - 0.15 * n })),
  torch: (at) => { breath(at, { pitch: 700, width: 0.5, length: 0.7, loud: 0.35 }); tone(at, { from: 180, to: 60, length: 0.6, loud: 0.12, shape: "triangle" }); },
  blow: (at) => { tone(at, { from: 150, to: 45, length: 0.22, loud: 0.7, shape: "triangle" }); breath(at, { pitch: 320, width: 0.7, length: 0.12, loud: 0.6 }); },
  gain: (at) => [660, 880].forEach((from, n) => tone(at + 0.09 * n, { from, length: 0.22, loud: 0.18 })),
  win: (at) => [392, 523, 659, 784].forEach((from, n) => tone(at + 0.13 * n, { from, length: 0.5, loud: 0.2, shape: "triangle" })),
  death: (at) => [220, 175, 131].forEach((from, n) => tone(at + 0.22 * n, { from, to: from * 0.94, length: 0.7, loud: 0.25, shape: "sawtooth" })),
  turn: (at) => [523, 784].forEach((from, n) => tone(at + 0.12 * n, { from, length: 0.3, loud: 0.15 })),
};

// Play a sound whatever the setting: somebody wants to hear what it is like.
export function play(name, late = 0) {
  if (!window.AudioContext || !SOUNDS[name]) return;
  SOUNDS[name](ready().currentTime + 0.01 + late);
}

// Play what belongs to something that is shown, if sounds are allowed.
export function sound(names) {
  if (setting("sound") !== "on" || document.hidden) return;
  names.slice(0, 3).forEach((name, n) => play(name, 0.12 * n));
}
