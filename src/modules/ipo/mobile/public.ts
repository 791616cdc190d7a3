export { OfferingList } from './OfferingList.tsx'
