import './console.css'
import { createRoot } from 'react-dom/client'
import { applyDirection } from '#client/direction.ts'
import { loadTexts, wholeTexts } from '#client/texts.ts'
import { startAddress } from '#console/kit/address.ts'
import { watchAttendance } from '#console/kit/attended.ts'
import { applyTheme } from '#console/kit/theme.ts'
import { App } from './App.tsx'

/** Without its texts the console cannot even apologize in the reader's language. */
function cannotStart(): void {
  const button = document.createElement('button')
  button.className = 'm-6 rounded-1 bg-surface p-4 text-2'
  button.textContent = '読み込めませんでした。押すともう一度読み込みます。 Loading failed: press to try again.'
  button.onclick = () => location.reload()
  document.getElementById('app')!.replaceChildren(button)
}

applyDirection()
applyTheme()
startAddress()
watchAttendance()
loadTexts().then(wholeTexts).then(() => createRoot(document.getElementById('app')!).render(<App />), cannotStart)
