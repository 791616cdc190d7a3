export { Act } from './Act.tsx'
