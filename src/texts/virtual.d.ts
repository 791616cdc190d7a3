/** Made by `scripts/texts/vite-plugin.ts`: where the two parts of a language's compiled catalogue lie. */
declare module 'virtual:texts/*' {
  export const first: string
  export const rest: string
}
