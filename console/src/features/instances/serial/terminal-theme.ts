/** The colours of the console for a terminal that draws by itself. */
export function terminalTheme(root: Element = document.documentElement) {
  const style = getComputedStyle(root)
  const role = (name: string) => rgb(style.getPropertyValue(`--${name}`).trim())
  return {
    background: role('surface-sunken'),
    foreground: role('text'),
    cursor: role('accent'),
    cursorAccent: role('surface-sunken'),
    selectionBackground: role('surface-selected'),
    red: role('danger'),
    green: role('positive'),
    yellow: role('notice'),
    blue: role('info'),
    magenta: role('change'),
    cyan: role('accent'),
  }
}

/** Terminals read no OKLCH; a canvas says the same colour in red, green and blue. */
function rgb(color: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) return color
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
