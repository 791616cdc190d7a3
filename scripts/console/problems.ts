import { powerOf, POWERS, type PowerName } from '#registry/powers.ts'
import type { Written } from '../contracts/routes.ts'

/** Nothing but the operator's own session may be written without a power. */
const OWN = /^\/console\/auth\//

/**
 * The faults in the routes of operators (security-and-trust 1): each write names a power of the one list
 * and asks for no fewer signatures than its row; nothing of the console is anybody else's, and nothing of
 * anybody else's is the console's.
 */
export function consoleProblems(written: readonly Written[]): string[] {
  return written.flatMap(({ file, route: { name, method, path, access, power, signatures = 1, roles } }) => {
    const say = (what: string) => `src/${file}: ${name}: ${what}`
    const isConsole = path.startsWith('/console/')
    if (isConsole !== (access === 'operator')) {
      return isConsole && OWN.test(path) && power === null
        ? []
        : [
            say(
              isConsole ? 'below /console/ only operators may call' : 'operators’ routes lie below /console/',
            ),
          ]
    }
    if (!isConsole)
      return power === undefined && roles === undefined
        ? []
        : [say('powers and roles are for operators’ routes')]
    if (method === 'GET')
      return power === undefined ? [] : [say('a read needs no power: name the roles that may')]
    if (power === undefined)
      return [say('a write names its power, or null where it is about the operator’s own session')]
    if (power === null)
      return OWN.test(path)
        ? []
        : [say('only what is about the own session, below /console/auth/, is written without a power')]
    // `asked`: the request names the power, and `staff.act` counts the signatures of its row.
    if (power === 'asked')
      return ASKED.includes(name) ? [] : [say('only the routes of staff.act leave the power to the request')]
    if (!(power in POWERS)) return [say(`there is no power ${power} in registry/powers.ts`)]
    const needed = powerOf(power as PowerName).signers.length
    if (needed === 0) return [say(`${power} is decided by a published rule alone`)]
    return signatures < needed
      ? [say(`${power} needs ${needed} signatures and is asked for ${signatures}`)]
      : []
  })
}

/** The routes of `staff.act`, and the one that takes a request for it back. */
const ASKED = ['prepareAct', 'consoleAct', 'signApproval', 'withdrawApproval', 'prepareList', 'signList']
