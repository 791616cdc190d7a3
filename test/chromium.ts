import { onPath } from './debian.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The Chromium of this machine, or undefined: journeys then count as skipped (`describe.skipIf(findChromium() === undefined)`). */
export const findChromium = (): string | undefined => NAMES.map(onPath).find((file) => file !== undefined)
