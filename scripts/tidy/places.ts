import { isTest } from './source.ts'

/** Where a file stands: its floor, and within a room the part. */
export type Place = { floor: string; room?: string; part?: string }

/** `src/rooms/orders/server/public.ts` → floor `rooms`, room `orders`, part `server`. A file directly in `src/rooms` has no room. */
export function placeOf(path: string): Place {
  const [top = '', floor = '', room = '', part = ''] = path.split('/')
  if (top !== 'src') return { floor: top }
  // What the pages of all rooms are built with at the console.
  if (floor === 'console' && room === 'kit' && part !== '') return { floor: 'kit' }
  if (floor !== 'rooms' || part === '') return { floor }
  return { floor, room, part: part.replace(/\.tsx?$/, '') }
}

/** What each floor may import of the other floors; itself always. Rooms are told apart by part. */
const FLOORS: Record<string, string[]> = {
  kernel: [],
  texts: ['kernel'],
  wire: ['kernel', 'texts'],
  platform: ['kernel', 'texts', 'wire'],
  client: ['kernel', 'texts', 'wire'],
  ui: ['kernel', 'texts', 'client'],
  rooms: ['kernel', 'texts', 'wire', 'platform'],
  server: ['kernel', 'texts', 'wire', 'platform', 'rooms'],
  mobile: ['kernel', 'texts', 'wire', 'client', 'ui', 'rooms'],
  kit: ['kernel', 'texts', 'wire', 'client', 'ui', 'rooms'],
  console: ['kernel', 'texts', 'wire', 'client', 'ui', 'kit', 'rooms'],
}

/** What each part of a room may import: floors, and other parts of its own room. */
const PARTS: Record<string, { floors: string[]; own: string[] }> = {
  model: { floors: ['kernel', 'texts', 'wire'], own: [] },
  contract: { floors: ['kernel', 'texts', 'wire'], own: ['model'] },
  'operator-contract': { floors: ['kernel', 'texts', 'wire'], own: ['model', 'contract'] },
  server: { floors: ['kernel', 'texts', 'wire', 'platform', 'rooms'], own: ['model', 'contract', 'operator-contract'] },
  mobile: { floors: ['kernel', 'texts', 'wire', 'client', 'ui'], own: ['model', 'contract'] },
  console: { floors: ['kernel', 'texts', 'wire', 'client', 'ui', 'kit'], own: ['model', 'contract', 'operator-contract'] },
}

/** The doors through which one room uses another: `model/*` and `contract.ts` from anywhere, on its own floor also `public.ts` and `ports.ts`. */
function isDoorForRooms(from: Place, path: string, to: Place): boolean {
  if (to.part === 'model' || to.part === 'contract') return true
  // What operators see of one room is part of another's page.
  if (to.part === 'operator-contract') return from.part === 'console' || from.part === 'server'
  return to.part === from.part && /\/(public|ports)\.tsx?$/.test(path)
}

/** The doors that a shell sees. */
const SHELL_DOORS: Record<string, RegExp> = {
  server: /\/(model\/[\w-]+|contract|operator-contract|server\/(room|public))\.ts$/,
  mobile: /\/(model\/[\w-]+|contract|mobile\/(screens|public))\.tsx?$/,
  kit: /\/(model\/[\w-]+|contract|operator-contract)\.ts$/,
  console: /\/(model\/[\w-]+|contract|operator-contract|console\/(pages|public))\.tsx?$/,
}

export type Plan = Readonly<Record<string, readonly string[]>>

/** Why `from` may not import `target`, or undefined where it may. A test may look behind the doors of what its file may use. */
export function forbidden(from: string, target: string, plan: Plan): string | undefined {
  if (isTest(target)) return isTest(from) || !from.startsWith('src/') ? undefined : 'only tests may use it'
  const [here, there] = [placeOf(from), placeOf(target)]
  if (here.room !== undefined) return forbiddenToRoom(from, here, target, there, plan)
  const floors = FLOORS[here.floor]
  if (floors === undefined || here.floor === there.floor) return undefined
  if (!floors.includes(there.floor)) return `${here.floor} may not use ${there.floor}`
  const door = SHELL_DOORS[here.floor]
  if (there.room === undefined || door === undefined || door.test(target) || isTest(from)) return undefined
  return `${here.floor} sees only the doors of ${there.room}`
}

function forbiddenToRoom(from: string, here: Place, target: string, there: Place, plan: Plan): string | undefined {
  const { room = '', part = '' } = here
  const may = PARTS[part]
  if (may === undefined) return `${room} has no part called ${part}`
  if (there.room === undefined) return may.floors.includes(there.floor) ? undefined : `${part} may not use ${there.floor}`
  if (there.room === room) {
    return there.part === part || may.own.includes(there.part ?? '') ? undefined : `${part} may not use its room's ${there.part}`
  }
  if (!plan[room]?.includes(there.room)) return `room ${room} may not use ${there.room}`
  if (isTest(from)) return undefined
  if (part === 'model' && there.part !== 'model') return `${part} may not use ${there.room}'s ${there.part}`
  return isDoorForRooms(here, target, there) ? undefined : `room ${room} uses ${there.room} only through its doors: model/, contract.ts, ${part}/public.ts`
}
