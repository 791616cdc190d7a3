import '#ui/theme.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { startUpdates } from '#client/app-update.ts'
import { answersCome } from '#client/preload-cache.ts'
import { cannotStart } from '#client/cannot-start.ts'
import { pause } from '#client/clock.ts'
import { applyDirection } from '#client/direction.ts'
import { listenForInstall } from '#client/install.ts'
import { startNavigation } from '#client/navigation.ts'
import { placeOf } from '#client/paths.ts'
import { session } from '#client/session.ts'
import { loadTexts, textsUpTo } from '#client/texts.ts'
import { firstLocale } from '#i18n/lang.ts'
import { App } from './App.tsx'
import { preload } from './screens.ts'

const AFTER_FIRST_PAGE_MS = 3_000
/** Below this nobody notices a wait. */
const FIRST_DRAWING_WAITS_MS = 100

applyDirection()
startNavigation()
// Beside the first page: until it has come, the style sheet alone holds acts against a second tap.
void import('#ui/press-guard.ts').then(
  ({ guardPresses }) => guardPresses(),
  () => {},
)
listenForInstall()
if (session.get().locale === '') session.setLocale(firstLocale(navigator.languages))
const texts = loadTexts()
const first = placeOf(location.hash)
// The first screen's code travels beside its words, not after them. It is drawn once, with what has come,
// instead of a frame, bones, and then the page; what is late is not waited for.
const come = Promise.all([first === null ? null : preload(first.name), answersCome()])
texts
  .then(() => Promise.race([come, pause(FIRST_DRAWING_WAITS_MS)]))
  .then(() => {
    const root = createRoot(document.getElementById('app')!)
    // A transition: React lets the browser in between while it reckons the page.
    startTransition(() => root.render(<App />))
    // After the first page: the words of all others, and what is kept for the next start.
    setTimeout(() => void textsUpTo('rest').then(startUpdates, startUpdates), AFTER_FIRST_PAGE_MS)
  }, cannotStart)
