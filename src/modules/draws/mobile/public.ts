export { CheckLink } from './CheckLink.tsx'
