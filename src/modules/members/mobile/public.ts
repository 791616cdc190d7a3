export { ConsentNotice } from './ConsentNotice.tsx'
export { LevelSection } from './LevelSection.tsx'
export { StandingWatch } from './StandingWatch.tsx'
