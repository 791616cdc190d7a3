/** Made by `scripts/texts/vite-plugin.ts`: where the parts of a language's compiled catalogue lie; '' for one that this build does without. */
declare module 'virtual:texts/*' {
  export const first: string
  export const rest: string
  export const console: string
}
