import type { Ms } from '#kernel/time.ts'
import { call } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { elapsed } from '#client/clock.ts'
import { isOnline } from '#client/online.ts'
import { session } from '#client/session.ts'
import { connectSocket } from '#client/topics.ts'
import { translate } from '#client/texts.ts'
import { APP_VERSION_CODE, CALL_TIMEOUT_MS } from '#kernel/specification.ts'
import { getUserInfo } from '#modules/identity/contract.ts'
import { getMarket } from '#modules/market/contract.ts'
import { toast } from '#ui/toast.tsx'
import { health } from '#wire/system.ts'

/** Specification, chapter 1, in its order. */
export const STEPS = ['starting', 'connected', 'checking', 'checked', 'login', 'host'] as const
export type Step = (typeof STEPS)[number]

/** `ms`: how long it really took. */
export type Done = { step: Step; ms: Ms }
export type Progress = { done: readonly Done[]; failed: string | null }

/** Facts that the steps find out and hand on. */
type Found = { versionCode: number }

const work: Record<Step, (found: Found) => Promise<void>> = {
  /** The app and its texts are here, or this would not run. */
  async starting() {},
  connected: () =>
    connectSocket(CALL_TIMEOUT_MS).catch(() => {
      throw new CallError('network', 0, translate('mobile.startup.noSocket'))
    }),
  async checking(found) {
    found.versionCode = (await call(health, {}, { quiet: true })).versionCode
  },
  async checked(found) {
    if (found.versionCode > APP_VERSION_CODE) toast(translate('mobile.startup.newer'))
  },
  async login() {
    const { token, userId } = session.get()
    if (token === '') return
    const info = await call(getUserInfo, { query: { user_id: userId } }, { quiet: true }).catch(
      (failure: unknown) => {
        // An expired session has been told of and leads to the login page by itself.
        if (failure instanceof CallError && failure.kind === 'session') return null
        throw failure
      },
    )
    if (info !== null) session.setUserInfo(info)
  },
  async host() {
    await call(getMarket, {}, { quiet: true })
  },
}

/**
 * Does the steps that are not done yet, one after another; stops at the first that fails. Nothing is waited
 * for but the work itself.
 */
export async function runStartup(
  before: readonly Done[],
  report: (progress: Progress) => void,
): Promise<boolean> {
  const done = [...before]
  const found: Found = { versionCode: 0 }
  report({ done, failed: null })
  for (const step of STEPS.slice(before.length)) {
    // The first step began when the browser asked for the page.
    const from = step === 'starting' ? 0 : elapsed()
    try {
      await work[step](found)
    } catch (failure) {
      report({
        done: [...done],
        failed: !isOnline()
          ? translate('mobile.startup.offline')
          : failure instanceof CallError
            ? failure.msg
            : String(failure),
      })
      return false
    }
    done.push({ step, ms: elapsed() - from })
    report({ done: [...done], failed: null })
  }
  return true
}
