import { page, param, tab } from '#wire/page.ts'

export const PAGES = {
  news: tab('/pages/record/record'),
  newsItem: page('/subPackages/news/news', { id: param.id }),
}
