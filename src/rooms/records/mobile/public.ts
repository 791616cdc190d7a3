export { TableAction } from './TableAction.tsx'
