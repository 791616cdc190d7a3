/** Made by `scripts/texts/vite-plugin.ts`: where the compiled catalogue of a language lies. */
declare module 'virtual:texts/*' {
  const url: string
  export default url
}
