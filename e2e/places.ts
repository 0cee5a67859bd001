/** Where the tests start what they test. */
export const SERVER_URL = 'http://127.0.0.1:8441'
export const PREVIEW_URL = 'http://127.0.0.1:8442'
export const ADMIN_PASSWORD = 'only-for-these-tests'
