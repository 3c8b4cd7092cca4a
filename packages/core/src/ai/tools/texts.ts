/** Texts for customers around actions, by language. No model writes or changes any of them. */
import { codeMinutes } from '@parley/contracts/assistant/tools';
import type { Language } from '../../text/language.ts';

export interface ToolTexts {
  yes: string;
  no: string;
  /** Added to a question: how to answer it without buttons. */
  answerWith: (yes: string, no: string) => string;
  askEmail: string;
  codeSent: (address: string) => string;
  wrongCode: string;
  mailSubject: (team: string) => string;
  mailText: string;
  mailIgnore: string;
}

const minutes = String(codeMinutes);

export const toolTexts: Record<Language, ToolTexts> = {
  en: {
    yes: 'Yes',
    no: 'No',
    answerWith: (yes, no) => `Please answer “${yes}” or “${no}”.`,
    askEmail: 'To look into this I have to know that it is you. Which email address do you use with us?',
    codeSent: (address) => `I have sent a code to ${address}. Please type it here.`,
    wrongCode: 'That is not the code, or it is no longer valid. Please look at the newest mail and try again.',
    mailSubject: (team) => `Your code for ${team}`,
    mailText: `Type this code in the chat. It is valid for ${minutes} minutes.`,
    mailIgnore: 'If you are not talking to us right now, ignore this mail and give the code to nobody.',
  },
  de: {
    yes: 'Ja',
    no: 'Nein',
    answerWith: (yes, no) => `Bitte antworten Sie mit „${yes}“ oder „${no}“.`,
    askEmail: 'Dafür muss ich wissen, dass Sie es sind. Welche E-Mail-Adresse verwenden Sie bei uns?',
    codeSent: (address) => `Ich habe einen Code an ${address} gesendet. Bitte geben Sie ihn hier ein.`,
    wrongCode: 'Das ist nicht der Code, oder er gilt nicht mehr. Bitte sehen Sie in der neuesten Mail nach.',
    mailSubject: (team) => `Ihr Code für ${team}`,
    mailText: `Geben Sie diesen Code im Chat ein. Er gilt ${minutes} Minuten.`,
    mailIgnore:
      'Wenn Sie gerade nicht mit uns schreiben, beachten Sie diese Mail nicht und geben Sie den Code niemandem.',
  },
  fr: {
    yes: 'Oui',
    no: 'Non',
    answerWith: (yes, no) => `Répondez par « ${yes} » ou « ${no} ».`,
    askEmail: 'Pour cela, je dois être sûr que c’est vous. Quelle adresse e-mail utilisez-vous chez nous ?',
    codeSent: (address) => `J’ai envoyé un code à ${address}. Saisissez-le ici.`,
    wrongCode: 'Ce n’est pas le code, ou il n’est plus valable. Regardez le dernier e-mail et réessayez.',
    mailSubject: (team) => `Votre code pour ${team}`,
    mailText: `Saisissez ce code dans la discussion. Il est valable ${minutes} minutes.`,
    mailIgnore: 'Si vous ne nous écrivez pas en ce moment, ignorez cet e-mail et ne donnez le code à personne.',
  },
  es: {
    yes: 'Sí',
    no: 'No',
    answerWith: (yes, no) => `Responda «${yes}» o «${no}».`,
    askEmail: 'Para ello tengo que saber que es usted. ¿Qué dirección de correo usa con nosotros?',
    codeSent: (address) => `He enviado un código a ${address}. Escríbalo aquí.`,
    wrongCode: 'Ese no es el código, o ya no es válido. Mire el último correo e inténtelo de nuevo.',
    mailSubject: (team) => `Su código para ${team}`,
    mailText: `Escriba este código en el chat. Es válido durante ${minutes} minutos.`,
    mailIgnore: 'Si no está hablando con nosotros ahora, ignore este correo y no dé el código a nadie.',
  },
  pt: {
    yes: 'Sim',
    no: 'Não',
    answerWith: (yes, no) => `Responda “${yes}” ou “${no}”.`,
    askEmail: 'Para isso preciso saber que é você. Qual endereço de e-mail você usa conosco?',
    codeSent: (address) => `Enviei um código para ${address}. Digite-o aqui.`,
    wrongCode: 'Esse não é o código, ou ele não vale mais. Veja o e-mail mais recente e tente novamente.',
    mailSubject: (team) => `Seu código para ${team}`,
    mailText: `Digite este código no chat. Ele vale por ${minutes} minutos.`,
    mailIgnore: 'Se você não está falando conosco agora, ignore este e-mail e não dê o código a ninguém.',
  },
  it: {
    yes: 'Sì',
    no: 'No',
    answerWith: (yes, no) => `Risponda «${yes}» o «${no}».`,
    askEmail: 'Per questo devo sapere che è lei. Quale indirizzo e-mail usa con noi?',
    codeSent: (address) => `Ho inviato un codice a ${address}. Lo scriva qui.`,
    wrongCode: 'Non è il codice, oppure non è più valido. Guardi l’ultima e-mail e riprovi.',
    mailSubject: (team) => `Il suo codice per ${team}`,
    mailText: `Scriva questo codice nella chat. È valido per ${minutes} minuti.`,
    mailIgnore: 'Se ora non sta parlando con noi, ignori questa e-mail e non dia il codice a nessuno.',
  },
  nl: {
    yes: 'Ja',
    no: 'Nee',
    answerWith: (yes, no) => `Antwoord met “${yes}” of “${no}”.`,
    askEmail: 'Hiervoor moet ik weten dat u het bent. Welk e-mailadres gebruikt u bij ons?',
    codeSent: (address) => `Ik heb een code gestuurd naar ${address}. Typ die hier.`,
    wrongCode: 'Dat is niet de code, of hij is niet meer geldig. Kijk in de nieuwste mail en probeer het opnieuw.',
    mailSubject: (team) => `Uw code voor ${team}`,
    mailText: `Typ deze code in de chat. Hij is ${minutes} minuten geldig.`,
    mailIgnore: 'Schrijft u nu niet met ons, negeer deze mail dan en geef de code aan niemand.',
  },
  pl: {
    yes: 'Tak',
    no: 'Nie',
    answerWith: (yes, no) => `Odpowiedz „${yes}” lub „${no}”.`,
    askEmail: 'Aby to sprawdzić, muszę wiedzieć, że to Ty. Jakiego adresu e-mail u nas używasz?',
    codeSent: (address) => `Kod został wysłany na adres ${address}. Wpisz go tutaj.`,
    wrongCode: 'To nie jest ten kod albo stracił ważność. Sprawdź najnowszą wiadomość i spróbuj ponownie.',
    mailSubject: (team) => `Kod dla ${team}`,
    mailText: `Wpisz ten kod na czacie. Jest ważny ${minutes} minut.`,
    mailIgnore: 'Jeśli teraz z nami nie rozmawiasz, zignoruj tę wiadomość i nikomu nie podawaj kodu.',
  },
  tr: {
    yes: 'Evet',
    no: 'Hayır',
    answerWith: (yes, no) => `Lütfen “${yes}” veya “${no}” diye yanıtlayın.`,
    askEmail: 'Bunun için siz olduğunuzu bilmem gerekiyor. Bizde hangi e-posta adresini kullanıyorsunuz?',
    codeSent: (address) => `${address} adresine bir kod gönderdim. Lütfen buraya yazın.`,
    wrongCode: 'Bu kod doğru değil ya da artık geçerli değil. Lütfen en son e-postaya bakıp yeniden deneyin.',
    mailSubject: (team) => `${team} için kodunuz`,
    mailText: `Bu kodu sohbete yazın. ${minutes} dakika geçerlidir.`,
    mailIgnore: 'Şu anda bizimle yazışmıyorsanız bu e-postayı dikkate almayın ve kodu kimseye vermeyin.',
  },
  ja: {
    yes: 'はい',
    no: 'いいえ',
    answerWith: (yes, no) => `「${yes}」または「${no}」とお答えください。`,
    askEmail: 'お調べするためにご本人の確認が必要です。ご利用のメールアドレスを教えてください。',
    codeSent: (address) => `${address} に確認コードを送りました。こちらに入力してください。`,
    wrongCode: 'コードが違うか、有効期限が切れています。最新のメールをご確認ください。',
    mailSubject: (team) => `${team} の確認コード`,
    mailText: `このコードをチャットに入力してください。${minutes} 分間有効です。`,
    mailIgnore: '現在お問い合わせ中でない場合は、このメールを無視し、コードを誰にも教えないでください。',
  },
  zh: {
    yes: '是',
    no: '否',
    answerWith: (yes, no) => `请回答“${yes}”或“${no}”。`,
    askEmail: '为此我需要确认是您本人。您在我们这里使用哪个电子邮箱？',
    codeSent: (address) => `验证码已发送到 ${address}。请在这里输入。`,
    wrongCode: '验证码不正确或已失效。请查看最新的邮件后再试。',
    mailSubject: (team) => `您在 ${team} 的验证码`,
    mailText: `请在聊天中输入此验证码，${minutes} 分钟内有效。`,
    mailIgnore: '如果您现在没有与我们联系，请忽略此邮件，不要把验证码告诉任何人。',
  },
  ar: {
    yes: 'نعم',
    no: 'لا',
    answerWith: (yes, no) => `يُرجى الرد بـ «${yes}» أو «${no}».`,
    askEmail: 'لهذا أحتاج إلى التأكد من أنك صاحب الطلب. ما عنوان البريد الإلكتروني الذي تستخدمه لدينا؟',
    codeSent: (address) => `أرسلت رمزًا إلى ${address}. اكتبه هنا من فضلك.`,
    wrongCode: 'الرمز غير صحيح أو انتهت صلاحيته. راجع أحدث رسالة وحاول مرة أخرى.',
    mailSubject: (team) => `رمزك لدى ${team}`,
    mailText: `اكتب هذا الرمز في المحادثة. صلاحيته ${minutes} دقائق.`,
    mailIgnore: 'إن لم تكن تتحدث معنا الآن فتجاهل هذه الرسالة ولا تعطِ الرمز لأحد.',
  },
};
