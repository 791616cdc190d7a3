/** The figures of a bar that are heard. */
export type Heard = { readonly close: number; readonly volume: number }

/** Two octaves from the lowest price to the highest. */
const LOWEST_HZ = 220
const OCTAVES = 2
const SWEEP_S = 6
const LONGEST_NOTE_S = 0.2
const QUIETEST = 0.08
const LOUDEST = 0.5

/**
 * Pitch and loudness of each bar: the price between the lowest and the highest of them, by ratio as an ear
 * hears, and the volume against the largest.
 */
export function notesOf(bars: readonly Heard[]): { hz: number; gain: number }[] {
  const closes = bars.map(({ close }) => Math.log(close))
  const [low, high] = [Math.min(...closes), Math.max(...closes)]
  const most = Math.max(...bars.map(({ volume }) => volume))
  return bars.map(({ volume }, index) => ({
    hz: LOWEST_HZ * 2 ** (high === low ? OCTAVES / 2 : ((closes[index]! - low) / (high - low)) * OCTAVES),
    gain: QUIETEST + (most === 0 ? 0 : (volume / most) * (LOUDEST - QUIETEST)),
  }))
}

let sound: AudioContext | null = null
let playing: { stop(): void } | null = null

/** Plays bars one after another, in the place of what is being played. */
export function playBars(bars: readonly Heard[]): void {
  play(notesOf(bars), Math.min(SWEEP_S / bars.length, LONGEST_NOTE_S))
}

/** Plays one bar, as it sounds among others. */
export function playBar(bar: Heard, among: readonly Heard[]): void {
  play(notesOf([...among, bar]).slice(-1), LONGEST_NOTE_S)
}

function play(notes: readonly { hz: number; gain: number }[], seconds: number): void {
  playing?.stop()
  sound ??= new AudioContext()
  void sound.resume()
  const [pitch, loudness] = [sound.createOscillator(), sound.createGain()]
  pitch.type = 'triangle'
  pitch.connect(loudness).connect(sound.destination)
  const from = sound.currentTime + 0.02
  loudness.gain.setValueAtTime(0, from)
  for (const [index, { hz, gain }] of notes.entries()) {
    pitch.frequency.linearRampToValueAtTime(hz, from + (index + 0.5) * seconds)
    loudness.gain.linearRampToValueAtTime(gain, from + (index + 0.5) * seconds)
  }
  const end = from + notes.length * seconds
  loudness.gain.linearRampToValueAtTime(0, end)
  pitch.frequency.setValueAtTime(notes[0]?.hz ?? LOWEST_HZ, from)
  pitch.start(from)
  pitch.stop(end + 0.05)
  playing = pitch
}
