/** The first of fifteen ports for the tests. Another one lets two runs share a machine. */
const FIRST_PORT = Number(process.env.GRANARY_E2E_PORT ?? 8441)

export const SERVER_URL = `http://127.0.0.1:${FIRST_PORT}`
export const PREVIEW_URL = `http://127.0.0.1:${FIRST_PORT + 1}`
/** The port of a server that its test kills. */
export const OWN_SERVER_URL = `http://127.0.0.1:${FIRST_PORT + 2}`
/** The port of a server without extensions. */
export const PUBLISHED_SERVER_URL = `http://127.0.0.1:${FIRST_PORT + 3}`
/** The port of a server with outages. Not that of the killed one, as files run beside each other. */
export const OUTAGE_SERVER_URL = `http://127.0.0.1:${FIRST_PORT + 4}`
/** The port of an empty server, on which a test makes the first machine. */
export const EMPTY_SERVER_URL = `http://127.0.0.1:${FIRST_PORT + 5}`
/** A port that a test holds while it changes what all tests of the server share. */
export const TURN_PORT = FIRST_PORT + 6
/** The port of a server with a history of metrics. */
export const METRICS_SERVER_URL = `http://127.0.0.1:${FIRST_PORT + 7}`
/** The port of an empty server, on which a test works with the keyboard. */
export const KEYBOARD_SERVER_URL = `http://127.0.0.1:${FIRST_PORT + 8}`
/** The port of a server that a test updates. */
export const UPDATE_SERVER_URL = `http://127.0.0.1:${FIRST_PORT + 9}`
/** The port of a server whose support bundles a test makes. */
export const BUNDLES_SERVER_URL = `http://127.0.0.1:${FIRST_PORT + 10}`
/** The port of a server whose rack a test changes. */
export const RACK_SERVER_URL = `http://127.0.0.1:${FIRST_PORT + 11}`
/** The port of an empty server, on which a test opens every form that creates something. */
export const FORMS_SERVER_URL = `http://127.0.0.1:${FIRST_PORT + 12}`
/** The port of the tests' server where nginx has its own, with `GRANARY_E2E_NGINX`. */
export const BEHIND_URL = `http://127.0.0.1:${FIRST_PORT + 13}`
/** The port of a server with TLS. */
export const TLS_SERVER_URL = `https://127.0.0.1:${FIRST_PORT + 14}`
export const ADMIN_PASSWORD = 'only-for-these-tests'
