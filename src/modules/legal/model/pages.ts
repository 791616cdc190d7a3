import { page, param } from '#wire/page.ts'

export const PAGES = {
  webview: page('/subPackages/webview/webview', {
    document: param.word,
    version: param.number,
    page: param.word,
  }),
}
