/** Without its texts a page cannot even apologize in the reader's language: this is in all that it may be. */
export function cannotStart(): void {
  const button = document.createElement('button')
  button.className = 'm-6 min-h-touch rounded-1 bg-surface p-4 text-2'
  button.textContent =
    '読み込めませんでした。タップすると再読み込みします。 Loading failed: press to try again.'
  button.onclick = () => location.reload()
  document.getElementById('app')!.replaceChildren(button)
}
