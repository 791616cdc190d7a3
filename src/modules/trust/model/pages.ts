import { page } from '#wire/page.ts'

export const PAGES = { trust: page('/subPackages/trust/trust') }
