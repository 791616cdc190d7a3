export { Acts } from './Acts.tsx'
export { CaseHead } from './CaseHead.tsx'
export { useWaiting } from './use-waiting.ts'
export { useView, Views } from './Views.tsx'
