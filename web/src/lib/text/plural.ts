// Forms of a word by number: English has two, Russian three (four with fractions).

export type Forms = { one: string; few?: string; many?: string; other: string };

const rules = { en: new Intl.PluralRules('en'), ru: new Intl.PluralRules('ru') };

/** "3 seats", "3 места": the number and the form that fits it. */
export function counted(lang: 'en' | 'ru', number: number, forms: Forms): string {
  const form = rules[lang].select(number) as keyof Forms;
  return `${number}\u00a0${forms[form] ?? forms.other}`;
}
