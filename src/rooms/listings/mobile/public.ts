export { Offerings } from './Offerings.tsx'
