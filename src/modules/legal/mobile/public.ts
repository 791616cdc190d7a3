export { BlockView } from './BlockView.tsx'
