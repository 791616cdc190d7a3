import { own } from '#wire/page.ts'

export const PAGES = { calendarFeed: own('/subPackages/dividends/subscribe') }
