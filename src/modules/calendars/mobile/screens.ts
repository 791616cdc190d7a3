import type { Screens } from '#client/screens.ts'

export const screens = { calendarFeed: () => import('./CalendarFeedPage.tsx') } satisfies Screens
