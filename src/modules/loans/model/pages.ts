import { page, param } from '#wire/page.ts'

export const PAGES = {
  financing: page('/subPackages/index/rongzi/rongzi', { id: param.id, view: param.oneOf('apply', 'score') }),
}
