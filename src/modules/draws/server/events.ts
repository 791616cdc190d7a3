import { event } from '#platform/engine/event.ts'

/** Applications of a member were made, taken back, drawn or paid. */
export const applicationsChanged = event('applications.changed', (memberId: string) => ({ memberId }))
