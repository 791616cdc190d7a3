import { own, param } from '#wire/page.ts'

export const PAGES = {
  messages: own('/subPackages/message/message', { id: param.id }),
  notifications: own('/subPackages/message/notifications'),
}
