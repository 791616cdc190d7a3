/** Looked after once the first page stands: its code comes later too. */
export const loadKeepDevice = () => import('./keep-device.ts')
export { useUnread } from './unread.ts'
