export { useStepUp, StepUpFields, type StepUpState } from './StepUpFields.tsx'
export { UnlockSheet } from './unlock.ts'
export { useComingUserInfo, useUserInfo } from './user-info.ts'
