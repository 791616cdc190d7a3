import { own, page, param } from '#wire/page.ts'

export const PAGES = {
  login: page('/subPackages/login/login'),
  register: page('/subPackages/register/register', { invitation: param.word }),
  logout: own('/subPackages/logout/logout'),
  switchLanguage: page('/subPackages/switchLanguage/switchLanguage'),
  afterLogin: own('/subPackages/login/confirm'),
  recovery: page('/subPackages/recovery/recovery', {
    what: param.oneOf('password', 'passkey', 'phone', 'transaction-password'),
  }),
  security: own('/subPackages/security/security'),
  devices: own('/subPackages/security/devices'),
  authenticator: own('/subPackages/security/authenticator'),
  phone: own('/subPackages/security/phone'),
  email: own('/subPackages/security/email'),
  changePassword: own('/subPackages/changePassword/changePassword'),
  transactionPassword: own('/subPackages/transactionPassions/transactionPassions'),
}

/** By which one comes in; what lies below them waits. */
export const ENTRANCE = [
  'login',
  'register',
  'recovery',
  'afterLogin',
] as const satisfies (keyof typeof PAGES)[]
