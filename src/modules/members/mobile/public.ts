export { ConsentNotice } from './ConsentNotice.tsx'
export { LevelSection } from './LevelSection.tsx'
