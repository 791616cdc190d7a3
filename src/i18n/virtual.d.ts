/**
 * Made by `scripts/texts/vite-plugin.ts`: where the parts of a language's compiled catalogue lie
 * (`parts.ts`).
 */
declare module 'virtual:texts/*' {
  export const first: string
  export const trading: string
  export const rest: string
}
