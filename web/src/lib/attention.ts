// Telling somebody that it is their turn: by the title, a sound and, if allowed, a notification.

import { preferences } from './preferences.svelte';

let audio: AudioContext | null = null;

/** A few soft plucked notes; no file is loaded. */
function pluck(notes: readonly number[]): void {
  if (!preferences.likes.sound) return;
  try {
    audio ??= new AudioContext();
    const now = audio.currentTime;
    notes.forEach((frequency, index) => {
      const at = now + index * 0.14;
      const string = audio!.createOscillator();
      const loudness = audio!.createGain();
      string.type = 'triangle';
      string.frequency.value = frequency;
      loudness.gain.setValueAtTime(0, at);
      loudness.gain.linearRampToValueAtTime(0.16, at + 0.01);
      loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.6);
      string.connect(loudness).connect(audio!.destination);
      string.start(at);
      string.stop(at + 0.65);
    });
  } catch {
    // no sound on this device
  }
}

export const sounds = {
  turn: () => pluck([587, 880]),
  end: () => pluck([523, 659, 784, 1047]),
  hurry: () => pluck([440, 440]),
};

/** Only when the page cannot be seen: who looks at it needs no telling. */
export function notify(title: string, body: string): void {
  if (!preferences.likes.notify || document.visibilityState === 'visible') return;
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const notice = new Notification(title, { body, tag: 'serai-turn', icon: '/icon.svg' });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

export async function allowNotices(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false;
  return (await Notification.requestPermission()) === 'granted';
}
