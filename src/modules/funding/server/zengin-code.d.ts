/** Banks and branches of Japan by code, in their order; the package brings no types of its own. */
declare module 'zengin-code' {
  export type ZenginPlace = { code: string; name: string; kana: string; hira: string; roma: string }
  const banks: Readonly<Record<string, ZenginPlace & { branches: Readonly<Record<string, ZenginPlace>> }>>
  export default banks
}
