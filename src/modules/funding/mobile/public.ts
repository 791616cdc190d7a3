export { AmountField } from './AmountField.tsx'
export { AppealText } from './Appeal.tsx'
