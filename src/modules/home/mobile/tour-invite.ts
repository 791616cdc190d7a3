import { storedFlag } from '#client/local-storage.ts'
import { session, useSession } from '#client/session.ts'
import { useWrite } from '#client/use-write.ts'
import { getUserInfo, skipTour } from '#modules/identity/contract.ts'
import { useUserInfo } from '#modules/identity/mobile/public.ts'

/** Of guests, on this device. */
const skippedHere = storedFlag('tourSkipped')

/**
 * Invitation to the tour, gone for good by one tap: for a member on every device, for a guest on this one.
 * The tour itself stays in the settings.
 */
export function useTourInvite(): { isSkipped: boolean; skip: () => void } {
  const { isLogin } = useSession()
  const info = useUserInfo()
  const isSkippedHere = skippedHere.useValue()
  const write = useWrite(skipTour, { refreshes: [getUserInfo] })
  if (!isLogin) return { isSkipped: isSkippedHere, skip: () => skippedHere.set(true) }
  const skip = async () => {
    const answer = await write.run()
    if (answer.ok && info !== null) session.setUserInfo({ ...info, tourSkipped: true })
  }
  return { isSkipped: info?.tourSkipped === true || write.state !== 'idle', skip: () => void skip() }
}
