// Numbers typed at the list of choices: "3" takes the third at once; with more than nine choices "1"
// waits a moment for a second digit.

const WAIT = 700;

export class TypedNumber {
  private digits = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly take: (number: number) => void) {}

  /** A digit was typed while there are `count` choices. */
  digit(digit: string, count: number): void {
    clearTimeout(this.timer);
    const number = Number(this.digits + digit);
    if (number === 0 || number > count) {
      const fresh = this.digits !== '';
      this.digits = '';
      if (fresh) this.digit(digit, count);
      return;
    }
    this.digits = String(number);
    if (number * 10 > count) this.flush();
    else this.timer = setTimeout(() => this.flush(), WAIT);
  }

  /** Takes what has been typed so far, if anything; says whether there was something. */
  flush(): boolean {
    clearTimeout(this.timer);
    const number = Number(this.digits);
    this.digits = '';
    if (number > 0) this.take(number);
    return number > 0;
  }
}
