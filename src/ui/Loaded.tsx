import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import type { CallError } from '#client/call-error.ts'
import { ErrorState } from './Empty.tsx'
import { isSkeletonKind, Skeleton, type SkeletonKind } from './Skeleton.tsx'

/** A `useRead`. */
export type Read<T, E = CallError> = UseQueryResult<T, E>

type Props<T> = {
  read: Pick<Read<T>, 'data' | 'error' | 'refetch'>
  /** A kind of `Skeleton`, or own bones. */
  skeleton: SkeletonKind | ReactElement
  /** The thing that could not be had, for the error. */
  title?: string
  isOutcome?: boolean
  /** Shown instead of an empty list. */
  empty?: ReactNode
  children: (data: T) => ReactNode
}

/**
 * Skeleton, then content, the empty state or the error with a retry. What was read once stays on screen while
 * it is read again.
 */
export function Loaded<T>({ read, skeleton, title, isOutcome = false, empty, children }: Props<T>) {
  if (read.data !== undefined) {
    return empty !== undefined && Array.isArray(read.data) && read.data.length === 0
      ? empty
      : children(read.data)
  }
  if (read.error)
    return (
      <ErrorState
        error={read.error}
        isOutcome={isOutcome}
        onRetry={() => void read.refetch()}
        {...(title === undefined ? {} : { title })}
      />
    )
  return isSkeletonKind(skeleton) ? <Skeleton kind={skeleton} /> : skeleton
}
