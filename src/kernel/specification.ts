/**
 * Every number of the specification's chapter 9 and every field of its session store (chapter 3), in one
 * place. `test/conformance/specification.test.ts` compares them with docs/specification.md; code that needs
 * one imports it from here.
 */

/** Chapter 1. */
export const APP_VERSION = '1.0.0'
export const APP_VERSION_CODE = 100

/** Chapter 3: the session and user store, and what of it is kept on the device. */
export const SESSION_FIELDS = [
  'token',
  'userId',
  'userInfo',
  'tabbarHeight',
  'navigaterHeight',
  'isLogin',
] as const
export const STORED_KEYS = ['locale', 'token', 'userId', 'userInfo', 'tabbarHeight'] as const
export const TABBAR_HEIGHT = '3.16rem'
/** After the store has been cleared. */
export const TABBAR_HEIGHT_CLEARED = '5.503rem'
export const NAVIGATER_HEIGHT = '3.13rem'

/** Chapter 9, money: yen. */
export const WITHDRAWAL_MIN_YEN = 10_000
export const WITHDRAWAL_FEE_YEN = 0
/** Weekdays, wall clock in Tokyo: from the first minute on, before the second. */
export const WITHDRAWAL_HOURS = { from: '9:00', until: '15:30' } as const
export const WITHDRAWAL_ARRIVAL_HOURS = 24
export const LOAN_MIN_YEN = 500_000
export const LOAN_MAX_YEN = 100_000_000

/** Chapter 9, other rules. */
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 10
export const BUY_STEP_SHARES = 100
export const COPY_AMOUNT_DECIMALS = 2
export const CHART_MINUTES = [1, 5, 15, 30, 45] as const
export const CHART_SPANS = ['day', 'week', 'month'] as const
export const MEMBER_LEVELS = 5
export const IMAGE_PICK_COUNT = 9
/** Chapter 5: characters of a text field that says nothing else. */
export const TEXT_MAX = 140

/** Chapter 9, durations in milliseconds. */
export const CALL_TIMEOUT_MS = 5_000
/** The runtime's, for request, socket, upload and download. */
export const RUNTIME_TIMEOUT_MS = 60_000
export const LOGIN_AFTER_MS = 1_500
export const TOAST_MS = 2_000
export const PAGE_DELAY_MS = 200
export const PAGE_TIMEOUT_MS = 60_000
export const LONG_PRESS_MS = 350
export const REACH_AGAIN_MS = 350

/** Chapter 9, distances in px. */
export const LONG_PRESS_TOLERANCE_PX = 10
export const REACH_BOTTOM_PX = 50

/** Chapter 9: Japanese, as calls name it where no locale is stored. */
export const DEFAULT_LANG = 'jp'
