import { onPath } from './debian.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The same engine without windows, which nobody sees: half the CPU (docs/testing.md). */
export const findHeadlessShell = (): string | undefined => onPath('chromium-headless-shell')

/**
 * The Chromium of this machine, or undefined: journeys then count as skipped (`describe.skipIf(findChromium()
 * === undefined)`).
 */
export const findChromium = (): string | undefined => NAMES.map(onPath).find((file) => file !== undefined)
