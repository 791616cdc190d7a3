import type { ConsolePages } from '#console/kit/pages.ts'
import { KEY_READERS } from '../model/powers.ts'

export const pages = {
  'firm-keys': {
    title: 'backoffice.console.title',
    group: 'house',
    roles: KEY_READERS,
    load: () => import('./FirmKeysPage.tsx'),
  },
  'firm-webhooks': {
    title: 'backoffice.console.hooks',
    group: 'house',
    roles: KEY_READERS,
    load: () => import('./FirmWebhooksPage.tsx'),
  },
} satisfies ConsolePages
