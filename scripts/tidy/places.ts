import { isTest } from './source.ts'

/** Place of a file in the architecture: its floor, and within a module the part. */
export type Place = { floor: string; module?: string; part?: string }

/**
 * `src/modules/orders/server/public.ts` → floor `modules`, module `orders`, part `server`. A file directly in
 * `src/modules` has no module.
 */
export function placeOf(path: string): Place {
  const [top = '', floor = '', module = '', part = ''] = path.split('/')
  if (top !== 'src') return { floor: top }
  // The parts from which the console pages of all modules are built.
  if (floor === 'console' && module === 'kit' && part !== '') return { floor: 'kit' }
  if (floor !== 'modules' || part === '') return { floor }
  return { floor, module, part: part.replace(/\.tsx?$/, '') }
}

/**
 * The other floors that each floor may import from; itself always. Modules are told apart by part. `registry`
 * puts together what modules declare, and sees nothing else of them.
 */
const FLOORS: Record<string, string[]> = {
  kernel: [],
  i18n: ['kernel'],
  wire: ['kernel', 'i18n'],
  platform: ['kernel', 'i18n', 'wire', 'registry'],
  client: ['kernel', 'i18n', 'wire', 'registry'],
  ui: ['kernel', 'i18n', 'client'],
  registry: ['kernel', 'wire', 'modules'],
  modules: ['kernel', 'i18n', 'wire', 'platform'],
  server: ['kernel', 'i18n', 'wire', 'platform', 'registry', 'modules'],
  mobile: ['kernel', 'i18n', 'wire', 'client', 'ui', 'registry', 'modules'],
  kit: ['kernel', 'i18n', 'wire', 'client', 'ui', 'registry', 'modules'],
  console: ['kernel', 'i18n', 'wire', 'client', 'ui', 'kit', 'registry', 'modules'],
}

/** The imports allowed to each part of a module: floors, and other parts of its own module. */
const PARTS: Record<string, { floors: string[]; own: string[] }> = {
  model: { floors: ['kernel', 'i18n', 'wire', 'registry'], own: [] },
  contract: { floors: ['kernel', 'i18n', 'wire', 'registry'], own: ['model'] },
  'operator-contract': { floors: ['kernel', 'i18n', 'wire', 'registry'], own: ['model', 'contract'] },
  server: {
    floors: ['kernel', 'i18n', 'wire', 'platform', 'registry', 'modules'],
    own: ['model', 'contract', 'operator-contract'],
  },
  mobile: { floors: ['kernel', 'i18n', 'wire', 'client', 'ui', 'registry'], own: ['model', 'contract'] },
  console: {
    floors: ['kernel', 'i18n', 'wire', 'client', 'ui', 'kit', 'registry'],
    own: ['model', 'contract', 'operator-contract'],
  },
}

/**
 * The routes through which one module uses another: `model/*` and `contract.ts` from anywhere, on its own
 * floor also `public.ts`, `ports.ts` and `events.ts`.
 */
function isSharedWithModules(from: Place, path: string, to: Place): boolean {
  if (to.part === 'model' || to.part === 'contract') return true
  // The operators' view of one module is part of another's page.
  if (to.part === 'operator-contract') return from.part === 'console' || from.part === 'server'
  return to.part === from.part && /\/(public|ports|events)\.tsx?$/.test(path)
}

/** The routes that a shell sees. */
const SHELL_SCREENS: Record<string, RegExp> = {
  registry:
    /\/model\/(groups|power|transfer-kinds|message-kinds|powers|pages|limits|listing-kinds|articles|terms)\.ts$/,
  server: /\/(model\/[\w-]+|contract|operator-contract|server\/(module|public))\.ts$/,
  mobile: /\/(model\/[\w-]+|contract|mobile\/(screens|public))\.tsx?$/,
  kit: /\/(model\/[\w-]+|contract|operator-contract)\.ts$/,
  console: /\/(model\/[\w-]+|contract|operator-contract|console\/(pages|public))\.tsx?$/,
}

export type Plan = Readonly<Record<string, readonly string[]>>

/**
 * The reason why `from` may not import `target`; undefined: it may. A test may look behind the routes of what
 * its file may use.
 */
export function forbidden(from: string, target: string, plan: Plan): string | undefined {
  if (isTest(target)) return isTest(from) || !from.startsWith('src/') ? undefined : 'only tests may use it'
  const [here, there] = [placeOf(from), placeOf(target)]
  if (here.module !== undefined) return forbiddenToModule(from, here, target, there, plan)
  const floors = FLOORS[here.floor]
  if (floors === undefined || here.floor === there.floor) return undefined
  if (!floors.includes(there.floor)) return `${here.floor} may not use ${there.floor}`
  const route = SHELL_SCREENS[here.floor]
  if (there.module === undefined || route === undefined || route.test(target) || isTest(from))
    return undefined
  return `${here.floor} sees only the routes of ${there.module}`
}

function forbiddenToModule(
  from: string,
  here: Place,
  target: string,
  there: Place,
  plan: Plan,
): string | undefined {
  const { module = '', part = '' } = here
  const may = PARTS[part]
  if (may === undefined) return `${module} has no part called ${part}`
  if (there.module === undefined)
    return may.floors.includes(there.floor) ? undefined : `${part} may not use ${there.floor}`
  if (there.module === module) {
    return there.part === part || may.own.includes(there.part ?? '')
      ? undefined
      : `${part} may not use its module's ${there.part}`
  }
  if (!plan[module]?.includes(there.module)) return `module ${module} may not use ${there.module}`
  if (isTest(from)) return undefined
  if (part === 'model' && there.part !== 'model') return `${part} may not use ${there.module}'s ${there.part}`
  return isSharedWithModules(here, target, there)
    ? undefined
    : `module ${module} uses ${there.module} only through its routes: model/, contract.ts, ${part}/public.ts`
}
