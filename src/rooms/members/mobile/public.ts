export { LevelSection } from './LevelSection.tsx'
