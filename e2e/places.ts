/** Where the tests start what they test. */
export const SERVER_URL = 'http://127.0.0.1:8441'
export const PREVIEW_URL = 'http://127.0.0.1:8442'
/** For a test that kills it. */
export const OWN_SERVER_URL = 'http://127.0.0.1:8443'
export const ADMIN_PASSWORD = 'only-for-these-tests'
