/** Value of `keyCode` while an input method takes the keys (UI Events, section 8.3), also where `isComposing` comes too late. */
const COMPOSING = 229

/**
 * Keeps keys from every handler while an input method composes a character of them: Enter takes a suggestion of the input method then,
 * and Escape its draft, so neither is meant for the page. Call it once.
 */
export function ignoreComposition(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      // oxlint-disable-next-line typescript/no-deprecated -- see above
      if (event.isComposing || event.keyCode === COMPOSING) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code'>

// oxlint-disable-next-line no-control-regex -- all of ASCII
const hasLatin = (key: string): boolean => /^[\u0000-\u007F]$/.test(key)

/**
 * Whether a key is the one of a shortcut: the character that the layout types, or the place of the key on layouts that have no such
 * characters, such as Greek, Cyrillic or Arabic ones.
 * @param character such as 'k' or '/'.
 * @param place the key that types it on an American keyboard (UI Events KeyboardEvent code Values): 'KeyK', 'Slash'.
 */
export const isKey = ({ key, code }: Pressed, character: string, place: string): boolean =>
  key.length === 1 && (hasLatin(key) ? key.toLowerCase() === character : code === place)
