import { readDigits } from '#kernel/typed.ts'

/** A number as it was typed into a form: any width, `#` before it or not; empty where it is none. */
export const numberIn = (form: HTMLFormElement, name: string): string =>
  readDigits(String(new FormData(form).get(name)).replaceAll(/[#＃]/g, '')) ?? ''
