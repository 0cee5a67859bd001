/** Returns the console's colors for the terminal, which draws on a canvas. */
export function terminalTheme(root: Element = document.documentElement) {
  const style = getComputedStyle(root)
  const role = (name: string) => rgb(style.getPropertyValue(`--${name}`).trim())
  return {
    background: role('surface-sunken'),
    foreground: role('text'),
    cursor: role('accent'),
    cursorAccent: role('surface-sunken'),
    selectionBackground: role('surface-selected'),
    black: role('text-muted'),
    brightBlack: role('text-muted'),
    white: role('text'),
    brightWhite: role('text'),
    ...both('Red', 'red', role('danger')),
    ...both('Green', 'green', role('positive')),
    ...both('Yellow', 'yellow', role('notice')),
    ...both('Blue', 'blue', role('info')),
    ...both('Magenta', 'magenta', role('change')),
    ...both('Cyan', 'cyan', role('accent')),
  }
}

/** The normal and the bright form of a color: a role reads well on the ground, so that both are the same. */
const both = (bright: string, normal: string, color: string) => ({
  [normal]: color,
  [`bright${bright}`]: color,
})

/** Converts a color to RGB with a canvas, because the terminal does not parse OKLCH. */
function rgb(color: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) return color
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue, alpha = 255] = context.getImageData(0, 0, 1, 1).data
  return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`
}
